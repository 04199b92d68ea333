/** Works off keys one at a time each, again after a failure, and after a delay. */
package io.sluice.control.queue;
