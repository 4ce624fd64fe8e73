let isDrawable: boolean | undefined;

/**
 * Returns whether this browser can draw maps (WebGL 2), as far as that is known without the map's library, so
 * that no sentence asks to drag or press what is not there. Tried once: each try takes a drawing context.
 */
export function canDrawMaps(): boolean {
  isDrawable ??= tryDrawing();
  return isDrawable;
}

function tryDrawing(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // A page has only some contexts at a time.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
