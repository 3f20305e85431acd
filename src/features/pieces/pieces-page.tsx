import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Section } from '../../ui/section.tsx';
import { Actions } from './actions.tsx';
import { Cards } from './cards.tsx';
import { Fields } from './fields.tsx';
import { States } from './states.tsx';
import { Words } from './words.tsx';

/**
 * `/ui` during development: every piece of src/ui in each of its states, to be checked in light and dark and at
 * every width. Builds leave it out (app/routes.tsx).
 */
export function PiecesPage() {
  return (
    <PageColumn>
      <PageHeading title="Every piece of the interface" />
      <Section title="Words and marks">
        <Words />
      </Section>
      <Section title="Actions">
        <Actions />
      </Section>
      <Section title="Fields">
        <Fields />
      </Section>
      <Section title="Cards and lists">
        <Cards />
      </Section>
      <Section title="States" action={<p className="text-muted">A section with an action.</p>}>
        <States />
      </Section>
    </PageColumn>
  );
}
