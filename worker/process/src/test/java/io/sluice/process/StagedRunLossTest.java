package io.sluice.process;

import static io.sluice.process.TemplateFixture.soon;
import static io.sluice.process.TemplateFixture.strategy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Takes the run away, or Temporal's database, while a template goes from group to group. */
@Tag("nightly")
@Timeout(300)
class StagedRunLossTest {
  private static final Optional<String> STAGED = Optional.of(strategy("0s", "10m"));

  ObservedTestServers servers() {
    return new InMemoryTestServers();
  }

  @Test
  void aRunThatTemporalHasLostGoesOn() {
    try (StagedPropagationFixture fixture = new StagedPropagationFixture(servers())) {
      fixture.start();
      fixture.policy(STAGED, true, "member1");
      fixture.web("A");
      fixture.ended(1, "Succeeded");
      fixture.policy(STAGED, true, "member1", "member2");
      fixture.sicken("member2");
      fixture.web("B");
      soon(() -> assertThat(fixture.texts()).isEqualTo(Map.of("member1", "A", "member2", "B")));
      fixture.stop();
      fixture.servers.loseTemporal();
      fixture.start();
      fixture.heal("member2");
      fixture.ended(2, "Succeeded");
      assertThat(fixture.texts()).isEqualTo(Map.of("member1", "B", "member2", "B"));
    }
  }

  /** The worker has sent the former run everything, and the next knows nothing of it. */
  @Test
  void aRunThatWasTerminatedGoesOnWhileItsWorkerStays() {
    try (StagedPropagationFixture fixture = new StagedPropagationFixture(servers())) {
      fixture.start();
      fixture.policy(Optional.of(strategy("20s", "10m")), false, "member1");
      fixture.web("A");
      soon(() -> assertThat(fixture.phase()).isEqualTo("Soaking"));
      fixture.terminateRun();
      fixture.ended(1, "Succeeded");
      assertThat(fixture.texts()).isEqualTo(Map.of("member1", "A"));
    }
  }
}
