/** Formats rollouts as HTML: functions of the values of {@code io.sluice.tools.page.model}. */
package io.sluice.tools.page.view;
