import { Component, type ErrorInfo, type ReactNode } from 'react';

import { RemoteFailure } from './remote-failure';

interface BoundaryProps {
  /** The remote or part, for the log. */
  name: string;
  /** What the user knows it as. */
  title?: string;
  children: ReactNode;
}

/** Keeps a crash to its own place: says so there, with Retry; everything around goes on. */
export class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(`${this.props.name} crashed`, error, info.componentStack);
  }

  override render(): ReactNode {
    if (this.state.error === undefined) {
      return this.props.children;
    }
    return <RemoteFailure {...(this.props.title ? { title: this.props.title } : {})} onRetry={() => this.setState({ error: undefined })} />;
  }
}
