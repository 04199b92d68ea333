/** Reads the objects of manifest files, with the lines where they stand. */
package io.sluice.tools.manifest;
