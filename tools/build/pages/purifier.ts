import createPurifier from 'dompurify';
import { JSDOM } from 'jsdom';

/** DOMPurify at the build: it needs a browser's parser, and jsdom's is the one that its makers trust. */
export default createPurifier(new JSDOM('').window);
