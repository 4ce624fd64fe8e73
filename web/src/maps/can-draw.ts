let canDraw: boolean | undefined;

/**
 * Returns whether this browser seems able to draw maps: whether it has WebGL 2, which can be checked without the map
 * library. If it can't, don't ask the user to drag or click anything on a map. Checked only once, because
 * each check uses up a WebGL context.
 */
export function canDrawMaps(): boolean {
  canDraw ??= supportsWebGl2();
  return canDraw;
}

function supportsWebGl2(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // The number of contexts per page is limited.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
