import { Component, Fragment, type ReactNode } from 'react';
import { type Location, useLocation } from 'react-router-dom';

interface Props {
  readonly children: ReactNode;
  /** Shown instead if rendering fails, until the next navigation. */
  readonly instead: (error: unknown) => ReactNode;
}

export function ErrorBoundary(props: Props) {
  return <BoundaryAt location={useLocation()} {...props} />;
}

interface State {
  readonly location: Location;
  readonly caught: { readonly error: unknown } | null;
  /** How often the content was put together anew at this location. */
  readonly anew: number;
}

/** Somebody else changes the page's elements again and again. */
const ANEW_MOST = 20;

class BoundaryAt extends Component<Props & { readonly location: Location }, State> {
  override state: State = { location: this.props.location, caught: null, anew: 0 };

  static getDerivedStateFromError(error: unknown): Pick<State, 'caught'> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ location }: { location: Location }, held: State): State | null {
    return location === held.location ? null : { location, caught: null, anew: 0 };
  }

  /** Before the browser paints what is shown instead. */
  override componentDidCatch(error: unknown): void {
    const { anew } = this.state;
    if (isForeignChange(error) && anew < ANEW_MOST) this.setState({ caught: null, anew: anew + 1 });
  }

  override render(): ReactNode {
    const { caught, anew } = this.state;
    if (caught !== null) return this.props.instead(caught.error);
    return <Fragment key={anew}>{this.props.children}</Fragment>;
  }
}

/**
 * Whether React did not find an element where it had put it: a translation or an extension has changed the page. What is on the
 * device is fine, and so is the app, so the content is put together anew. Text that was typed comes back as a draft.
 */
function isForeignChange(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}
