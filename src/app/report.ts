import { type Failure, toFailure } from '../lib/failure.ts';
import { site } from '../site.config.ts';

/** Logs every failure in the console, and sends defects to the owner's error service too. */
export function report(failure: Failure): void {
  const { kind, code, message, cause } = failure;
  console.warn([kind, code].filter((part) => part !== null).join(' '), message, cause ?? failure);
  if (kind === 'defect') site.reportDefect(cause ?? failure);
}

/** Reports defects that nothing has caught. The browser logs them itself. */
export function reportUncaught(page: Window): void {
  const hear = (error: unknown) => {
    if (toFailure(error).kind === 'defect') site.reportDefect(error);
  };
  page.addEventListener('error', ({ error }) => hear(error));
  page.addEventListener('unhandledrejection', ({ reason }) => hear(reason));
}

/** For React's root: reports errors in rendering that an error screen has caught. */
export function reportCaught(error: unknown, info: { componentStack?: string | undefined }): void {
  console.error(error, info.componentStack);
  site.reportDefect(error);
}
