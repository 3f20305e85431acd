import { Component, type ReactNode } from 'react';
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
}

class BoundaryAt extends Component<Props & { readonly location: Location }, State> {
  override state: State = { location: this.props.location, caught: null };

  static getDerivedStateFromError(error: unknown): Pick<State, 'caught'> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ location }: { location: Location }, held: State): State | null {
    return location === held.location ? null : { location, caught: null };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught === null ? this.props.children : this.props.instead(caught.error);
  }
}
