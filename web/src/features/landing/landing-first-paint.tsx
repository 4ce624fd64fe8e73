import { renderToStaticMarkup } from 'react-dom/server';
import { LandingView } from './landing-view.tsx';

/** The landing page as markup, before anything is known. `prerender-landing.ts` calls it. */
export function landingFirstPaint(): string {
  return renderToStaticMarkup(<LandingView business={undefined} />);
}
