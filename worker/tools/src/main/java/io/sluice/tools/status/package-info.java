/** Shows where rollouts stand: once, live, or until they are where a caller wants them. */
package io.sluice.tools.status;
