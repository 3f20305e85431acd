import { copyText } from '../../lib/copy-text.ts';
import { site } from '../../site.config.ts';
import { useToast } from '../../ui/toast.tsx';
import { otherButton } from './contact-frame.tsx';
import { mailAddress } from './mail-address.ts';
import type { UnsentText } from './unsent-text.ts';

/** How a text that was not sent gets there after all: it is copied, or is a mail. */
export function UnsentWays({ text: { name, subject, message } }: { text: UnsentText }) {
  const toast = useToast();
  const { email } = site.contactCard;
  const letter = [message, name].filter(Boolean).join('\n\n');
  const href = mailAddress(email, { subject, message: letter });
  const copied = [subject, letter].filter(Boolean).join('\n\n');

  async function copy() {
    try {
      await copyText(copied);
      toast({ title: 'Message copied' });
    } catch {
      toast({ title: 'Not copied: your browser blocked copying', look: 'danger' });
    }
  }

  return (
    <div className="flex flex-wrap gap-3">
      {copied !== '' && (
        <button type="button" className={otherButton} onClick={() => void copy()}>
          Copy
        </button>
      )}
      {href !== null && (
        <a href={href} className={otherButton}>
          {`Write to ${email}${letter === '' || href.includes('body=') ? '' : ' and paste it'}`}
        </a>
      )}
    </div>
  );
}
