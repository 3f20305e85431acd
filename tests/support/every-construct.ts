/** A learning with each construct that texts have, for tests that look at them in browsers. */

/** Of its first fence: to the byte on the page, and on the clipboard. */
export const code = `  const long = '${'wide '.repeat(60)}';\n\tconst indented = 1 < 2 && true;`;

export const title = 'Marked';

export const everyConstruct = `# First heading

Words with *emphasis*, **strength**, \`code <b>\`, ~~what is gone~~, a [project](/projects/fieldnotes), an
[address](https://example.com/), https://example.org/${'long-'.repeat(30)}end, the page of
[[Ask My Notes]] or [[Ask My Notes|other words]], [[no page]] and a note.[^1] A line
ends here.

\`\`\`TypeScript
${code}
\`\`\`

\`\`\`jq
def unknown: 1; # ${'long '.repeat(40)}
\`\`\`

## Second heading with \`code\`

- one
  - nested
    - deeper
- two

1. first

   with a second paragraph
2. second

- [x] done
- [ ] open
  - [x] nested

> A quote of two
>
> paragraphs.

> [!NOTE]
> A note with \`code\` and a [link](https://example.com/).

> [!TIP]
> A tip.

> [!IMPORTANT]
> Important.

> [!WARNING]
> Take care.

> [!CAUTION]
> Danger.

| Left | Right |${' Measured |'.repeat(8)}
|:-----|------:|${'---|'.repeat(8)}
| wide | 1 |
| \`code\` | [link](/projects) |

### Third heading

![Sample](/icons/maskable-512.png)

[![Linked](/icons/icon-192.png)](/projects)

    indented <div>

A word that is too long: ${'Donaudampfschifffahrt'.repeat(6)}, and \`${'code'.repeat(40)}\`.

## Last heading

***

Another note.[^two]

[^1]: The note, with \`code\`.
[^two]: The other.
`;
