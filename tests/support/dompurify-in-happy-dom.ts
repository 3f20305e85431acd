/**
 * Makes DOMPurify work in happy-dom, which lacks two things that it relies on. Import it before anything that imports
 * DOMPurify. That hostile content does not run is proven by the browser's test all the same.
 */

const names: Readonly<Record<number, string>> = {
  [Node.TEXT_NODE]: '#text',
  [Node.COMMENT_NODE]: '#comment',
  [Node.DOCUMENT_FRAGMENT_NODE]: '#document-fragment',
};

/** It reads names by the getter of `Node`, so that no element can lie; happy-dom has it only on subclasses. */
Object.defineProperty(Node.prototype, 'nodeName', {
  configurable: true,
  get(this: Node) {
    if (this.nodeType === Node.ELEMENT_NODE) return (this as Element).tagName;
    return names[this.nodeType] ?? '#other';
  },
});

/**
 * It removes nodes while it walks. happy-dom's iterator then loses its place and skips the following nodes; the
 * standard's goes back to the last remaining node, and on from it.
 */
document.createNodeIterator = ((root: Node) => {
  const visited: Node[] = [];
  return {
    nextNode() {
      while (visited.length > 0 && !root.contains(visited.at(-1)!)) visited.pop();
      const last = visited.at(-1);
      // It asks for everything except fragments.
      const first = root.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? root.firstChild : root;
      const next = last === undefined ? first : following(last, root);
      if (next !== null) visited.push(next);
      return next;
    },
  };
}) as never;

function following(node: Node, root: Node): Node | null {
  if (node.firstChild !== null) return node.firstChild;
  for (let at: Node | null = node; at !== null && at !== root; at = at.parentNode) {
    if (at.nextSibling !== null) return at.nextSibling;
  }
  return null;
}
