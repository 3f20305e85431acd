import { isIP } from 'node:net';

/**
 * A page of a stranger can have its own name resolve to this machine, and then read what is served here as its
 * own (DNS rebinding). It cannot choose the name in its requests: so requests under a foreign name are not answered.
 * An address in numbers is nobody's name.
 *
 * @param hostname as a URL has it
 * @param others names that are this server's too
 */
export function isOwnHost(hostname: string, others: readonly string[]): boolean {
  const name = hostname.replace(/^\[|\]$/g, '');
  return isIP(name) !== 0 || isLocalName(name) || others.includes(name);
}

/** Whether only this machine can reach a server that listens there. */
export function isLoopback(host: string): boolean {
  return isLocalName(host) || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}
