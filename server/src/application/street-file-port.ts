/** The business's file of streets, open for reading. */
export interface StreetFile {
  /** The same for the same content, also in another process. */
  readonly contentName: string;
  readonly format: 'vector' | 'raster';
  /** The content type of its tiles. */
  readonly contentType: string;
  /** Whether its tiles are compressed with gzip. */
  readonly isCompressed: boolean;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** West, south, east, north. */
  readonly bounds: readonly [number, number, number, number];
  /** Plain text. */
  readonly attribution: string;
  /** Returns a tile as it is stored, or null if the file has none there; throws if the file is damaged. */
  readTile(z: number, x: number, y: number): Promise<Uint8Array | null>;
  close(): Promise<void>;
}
