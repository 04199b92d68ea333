/** Serves Temporal's Web UI and command line, which cannot read the payloads of rollouts. */
package io.sluice.tools.codec;
