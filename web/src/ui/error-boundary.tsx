import { Component, createElement, type ComponentType, type ReactNode } from 'react';

interface FallbackProps {
  error: unknown;
  /** Tries to show what failed again. */
  reset: () => void;
}

interface ErrorBoundaryProps {
  /** Stands in the place of what failed. */
  fallback: ComponentType<FallbackProps>;
  children: ReactNode;
}

/** Keeps a failure to the part of the page that it happened in. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: [unknown] | null }> {
  override readonly state: { failure: [unknown] | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: [error] };
  }

  readonly reset = () => this.setState({ failure: null });

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return createElement(this.props.fallback, { error: failure[0], reset: this.reset });
  }
}
