package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.sluice.settings.Settings;
import io.sluice.settings.TemplateSettings;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Counts what a process lists that rolls out policies and propagates templates. */
class SharedWatchTest {
  @Test
  void aProcessThatPropagatesTemplatesWatchesEachKindOnce() {
    try (InMemoryTestServers servers = new InMemoryTestServers()) {
      servers
          .client()
          .resource(
              new NamespaceBuilder()
                  .withNewMetadata()
                  .withName("sluice-system")
                  .endMetadata()
                  .build())
          .create();
      servers.hub().forgetRequests();
      Settings settings =
          Settings.DEFAULTS.with(all -> all.templates(Optional.of(TemplateSettings.DEFAULTS)));
      try (Sluice sluice =
          Sluice.start(servers.workerClient(), servers.temporal(), servers.adapt(settings))) {
        Map<String, Long> requests = servers.hub().requests();
        assertThat(sluice.watched()).doesNotHaveDuplicates();
        assertThat(requests)
            .containsEntry("list managedclusters", 1L)
            .containsEntry("list rollouts", 1L)
            .containsEntry("list propagationpolicies", 1L);
      }
    }
  }
}
