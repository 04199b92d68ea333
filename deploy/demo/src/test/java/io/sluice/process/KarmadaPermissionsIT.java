package io.sluice.process;

import static io.sluice.process.TemplateFixture.soon;
import static io.sluice.process.TemplateFixture.strategy;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devservers.AuditLog;
import io.sluice.devservers.KarmadaSetup;
import io.sluice.hub.read.HubMode;
import io.sluice.placement.PlacementMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that a worker with {@code --karmada} uses each verb that {@code deploy/rbac/karmada}
 * grants, and no other, but for those in {@code rights-without-request-karmada.txt}.
 */
@Timeout(2 * Patience.TEST)
@ExtendWith(KarmadaSetup.class)
class KarmadaPermissionsIT {
  private static final String WORKER = "sluice";
  private static final Optional<String> OWN = Optional.of("sluice-system");
  private static final Optional<String> STAGED = Optional.of(strategy("1s", "10m"));

  @TempDir private Path folder;

  private final LocalTestServers servers = new LocalTestServers();
  private final AuditLog audit = new AuditLog(servers.servers().auditLog());

  @Test
  void everyVerbIsUsedAndNoRequestIsForbidden() throws InterruptedException {
    forgetFormerTests();
    long begin = audit.length();
    try (StagedPropagationFixture fixture = new StagedPropagationFixture(servers)) {
      WorkerJvm worker =
          WorkerJvm.start(
              servers.servers(), folder.resolve("log"), "--karmada", "--soak-floor", "1s");
      try (worker) {
        Patience.await().until(worker::leads);
        playANamespacedTemplate(fixture);
        playATemplateOfTheCluster(fixture);
        fixture.withdraw();
        worker.terminate();
      }
    }
    List<Permission> granted = PermissionCheck.grantedForTemplates(OWN);
    UsedRights.of(audit.from(begin).stream().filter(e -> e.user().equals(WORKER)).toList())
        .coveredBy(
            Stream.concat(
                    granted.stream(),
                    PermissionCheck.needed(HubMode.STANDALONE, OWN, PlacementMode.ANNOTATED)
                        .stream())
                .toList())
        .useAll(granted, Optional.of("rights-without-request-karmada.txt"));
  }

  /** What a worker makes only where it is not there yet: the key, and a namespace of Works. */
  private void forgetFormerTests() {
    try (var admin = servers.client()) {
      admin.secrets().inNamespace("sluice-system").withName("sluice-fingerprint-key").delete();
    }
  }

  /** Staged, moved to others, repaired in both ways, and without a strategy at the end. */
  private static void playANamespacedTemplate(StagedPropagationFixture fixture) {
    fixture.policy(STAGED, true, "member1");
    fixture.web("A");
    fixture.ended(1, "Succeeded");
    fixture.policy(STAGED, true, "member2", "member3");
    fixture.web("B");
    fixture.ended(2, "Succeeded");
    Map<String, String> moved = Map.of("member2", "B", "member3", "B");
    soon(() -> assertThat(fixture.texts()).isEqualTo(moved));
    fixture.edit("member2", "mine");
    soon(() -> assertThat(fixture.texts()).isEqualTo(moved));
    fixture.deleteWork("member3");
    soon(() -> assertThat(fixture.texts()).isEqualTo(moved));
    // An edit of a lazy policy waits for one of the template.
    fixture.policy(Optional.empty(), true, "member2");
    fixture.web("C");
    soon(() -> assertThat(fixture.hasRollout()).isFalse());
  }

  private static void playATemplateOfTheCluster(StagedPropagationFixture fixture) {
    for (String cluster : List.of("member1", "member4")) {
      fixture.clusterRole(STAGED.orElseThrow(), cluster);
      fixture.hasClusterRole(cluster);
    }
  }
}
