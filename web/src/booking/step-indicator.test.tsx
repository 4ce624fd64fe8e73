import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StepIndicator } from './step-indicator.tsx';

/** Red pending, yellow current, green complete; the tokens of those colors. */
const tones = { Complete: 'done', 'In Progress': 'progress', Pending: 'alert' } as const;

test('each state has its colour, and says itself in a word too @booking.steps', () => {
  for (const state of ['Complete', 'In Progress', 'Pending'] as const) {
    const step = renderToStaticMarkup(<StepIndicator steps={[{ name: 'Schedule', state }]} />);
    expect(step).toContain(`>${state}<`);
    expect(step).toContain(`bg-${tones[state]}-edge`);
    expect(step.includes('aria-current="step"')).toBe(state === 'In Progress');
  }
});
