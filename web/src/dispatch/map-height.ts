/** The classes for the live map's height, which depends on the width of its panel. */
export const mapHeightClass = 'h-72 @min-[40rem]:h-104 @min-[52rem]:h-128';
