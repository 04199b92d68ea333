/** Shows a running rollout on a terminal, or line by line where there is none. */
package io.sluice.demo.screen;
