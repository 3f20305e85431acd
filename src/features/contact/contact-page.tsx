import { ContactField } from './contact-field.tsx';
import { ContactFrame, sendButton } from './contact-frame.tsx';

/** CONTACT-1: a coral page whose form doesn't send anything, and says so. */
export function ContactPage() {
  return (
    <ContactFrame words="The inbox isn’t built yet, so this form goes nowhere for now.">
      <form
        className="before-falling grid max-w-[40rem] gap-5"
        onSubmit={(event) => event.preventDefault()}
        noValidate
      >
        <ContactField label="Name" name="name" autoComplete="name" />
        <ContactField label="Email" name="email" type="email" autoComplete="email" />
        <ContactField label="Subject" name="subject" />
        <ContactField label="Message" name="message" rows={6} />
        <button type="submit" className={sendButton}>
          Send Message
        </button>
      </form>
    </ContactFrame>
  );
}
