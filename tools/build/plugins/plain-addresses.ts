import type { Plugin } from 'vite';

/**
 * Lets the development server answer no address with control characters. It prints some of the addresses that it is asked for,
 * decoded, and any page that its owner has open can ask: a terminal would obey the one, and show a line break as a line of ours.
 */
export function plainAddresses(): Plugin {
  return {
    name: 'plain-addresses',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use(({ url = '' }, response, next) => {
        if (isPlain(url)) next();
        else response.writeHead(400).end();
      });
    },
  };
}

function isPlain(url: string): boolean {
  try {
    return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(url));
  } catch {
    return false;
  }
}
