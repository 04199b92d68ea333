/** Shows the attempts of a policy or template that its Rollout object keeps. */
package io.sluice.tools.history;
