/** Builds HTML and SVG: a tree of elements whose texts are escaped. */
package io.sluice.tools.page.markup;
