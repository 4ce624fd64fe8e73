let isDrawable: boolean | undefined;

/**
 * Returns whether this browser can draw maps (WebGL 2), as far as that is known without the map library, so that no
 * text asks the user to drag or press a map that is not there. Tried once, because each try takes a WebGL context.
 */
export function canDrawMaps(): boolean {
  isDrawable ??= tryDrawing();
  return isDrawable;
}

function tryDrawing(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // The number of contexts per page is limited.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
