/** Formats rollouts as HTML: functions of the values of {@code io.sluice.page.model}. */
package io.sluice.page.view;
