import './styles/pages.css';
import { RouterProvider } from '@tanstack/react-router';
import { isShellShown } from './features/layout/first-paint.tsx';
import { preloadLayout } from './root.tsx';
import { makeRouter } from './router.tsx';

const router = makeRouter();

/**
 * Every page but a first visit's landing page. Where the shell of one is on the screen, the page
 * itself takes its place, not the parts of it that come first.
 */
export async function loadRoutedPages() {
  if (isShellShown()) await Promise.all([router.load(), preloadLayout()]);
  return RoutedPages;
}

function RoutedPages() {
  return <RouterProvider router={router} />;
}
