package io.sluice.control.template;

import static io.sluice.control.template.StagedTemplate.BINDING;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.time.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs the controller on a Temporal whose runs do nothing (rollout-strategy 3.2, "Due"). */
class StagedAttemptsTest {
  private final VirtualTime time = new VirtualTime();
  private final EmbeddedHub server = EmbeddedHub.start(0, time.clock());
  private final PropagationHub hub = new PropagationHub(server, time);

  @BeforeEach
  void start() {
    hub.clusters(List.of("m1"));
    hub.start();
    hub.apply(StagedTemplate.policy("'{type: Progressive}'"));
    hub.apply(StagedTemplate.web());
    hub.soon(() -> assertThat(hub.runs.openChain(BINDING)).isPresent());
    assertThat(hub.events).noneMatch(event -> event.startsWith("RunLost"));
  }

  @AfterEach
  void close() {
    hub.close();
    server.close();
  }

  @Test
  void aLostRunIsReportedOnItsRollout() {
    StagedTemplate.claimed(hub);
    hub.soon(() -> assertThat(hub.runs.signals(BINDING)).isNotEmpty());
    hub.runs.end(BINDING);
    hub.soon(() -> assertThat(hub.runs.openChain(BINDING)).isPresent());
    hub.soon(
        () ->
            assertThat(hub.events)
                .contains(
                    "RunLost: Temporal knows no open run of attempt 1, so a new run continues it"
                        + " from the state of the hub. To end an attempt, use sluice abort or"
                        + " spec.paused instead of terminating its run."));
  }

  @Test
  void aRunThatEndedBeforeItsClaimIsReportedOnItsRollout() {
    hub.runs.end(BINDING);
    hub.soon(
        () ->
            assertThat(hub.events)
                .contains(
                    "RunLost: The run of attempt 1 ended before it began to write, so another one"
                        + " is started. To end an attempt, use sluice abort or spec.paused instead"
                        + " of terminating its run."));
  }
}
