/** The business's street map file, open for reading. */
export interface StreetFile {
  /** Identifies the content: the same content has the same name in every process. */
  readonly contentName: string;
  readonly format: 'vector' | 'raster';
  /** The content type of the tiles. */
  readonly contentType: string;
  /** Whether the tiles are compressed with gzip. */
  readonly isCompressed: boolean;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** West, south, east, north. */
  readonly bounds: readonly [number, number, number, number];
  /** The credit line to show on maps, as plain text. */
  readonly attribution: string;
  /** Returns a tile as stored in the file, or null if there is none; throws if the file is damaged. */
  readTile(z: number, x: number, y: number): Promise<Uint8Array | null>;
  close(): Promise<void>;
}
