import './styles/pages.css';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { makeRouter } from './router.tsx';

/** Every page but a first visit's landing page. */
export function RoutedPages() {
  const [router] = useState(makeRouter);
  return <RouterProvider router={router} />;
}
