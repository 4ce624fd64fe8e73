import { Component, type ReactNode } from 'react';

interface Failure {
  error: unknown;
  /** Tries to render the failed part again. */
  reset: () => void;
}

interface ErrorBoundaryProps {
  /** Renders a replacement for the failed part. */
  renderFailure: (failure: Failure) => ReactNode;
  children: ReactNode;
}

/**
 * Limits a failure to the part of the page in which it happened. A cached error, such as the error of a
 * module that could not be fetched, has a `reset` function, which clears the error for a retry.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: [unknown] | null }> {
  /** The error is in an array, since even null can be thrown. */
  override readonly state: { failure: [unknown] | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: [error] };
  }

  readonly reset = () => {
    const error = this.state.failure?.[0];
    if (isResettable(error)) error.reset();
    this.setState({ failure: null });
  };

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.renderFailure({ error: failure[0], reset: this.reset });
  }
}

function isResettable(error: unknown): error is { reset: () => void } {
  return error instanceof Error && 'reset' in error && typeof error.reset === 'function';
}
