/** Holds what pages about rollouts show, as values. */
package io.sluice.tools.page.model;
