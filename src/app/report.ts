import { type Failure, toFailure } from '../lib/failure.ts';
import { site } from '../site.config.ts';

/** Every failure leaves a trace: all of them in the console, and a defect at the owner's error service too. */
export function report(failure: Failure): void {
  const { kind, code, message, cause } = failure;
  console.warn([kind, code].filter((part) => part !== null).join(' '), message, cause ?? failure);
  if (kind === 'defect') site.reportDefect(cause ?? failure);
}

/** Reports the defects that nobody has caught. The browser itself writes them to the console. */
export function reportUncaught(page: Window): void {
  const hear = (error: unknown) => {
    if (toFailure(error).kind === 'defect') site.reportDefect(error);
  };
  page.addEventListener('error', ({ error }) => hear(error));
  page.addEventListener('unhandledrejection', ({ reason }) => hear(reason));
}

/** For React's root: reports what broke while a page was put together, and was caught by its error screen. */
export function reportCaught(error: unknown, info: { componentStack?: string | undefined }): void {
  console.error(error, info.componentStack);
  site.reportDefect(error);
}
