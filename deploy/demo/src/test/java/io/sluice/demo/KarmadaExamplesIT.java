package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.connection.TemporalConnection;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.Kubectl;
import io.sluice.devservers.SharedDevServers;
import io.sluice.process.Patience;
import io.sluice.process.Sluice;
import io.sluice.settings.ModeSetting;
import io.sluice.settings.Settings;
import io.sluice.settings.TemplateSettings;
import io.sluice.simulator.karmada.MemberBehaviour;
import io.sluice.simulator.karmada.MemberFleet;
import io.sluice.template.ResourceId;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of docs/karmada.md on a real control plane, with simulated members. */
@Timeout(Patience.TEST)
class KarmadaExamplesIT {
  private static final ResourceId WEB = new ResourceId("apps/v1", "Deployment", "shop", "web");

  @TempDir static Path data;

  @TempDir private Path folder;

  private static DevServers servers;

  /** Of their own: the demo plays the same objects on the shared ones. */
  @BeforeAll
  static void start() {
    SharedDevServers.requirePrograms();
    servers = DevServers.start(data);
    servers.allowTemplates();
  }

  @AfterAll
  static void stop() {
    if (servers != null) {
      servers.close();
    }
  }

  @Test
  void theEditWaitsForTheChangeOfTheTemplate() throws IOException {
    List<String> commands = commands("## Try it");
    assertThat(commands).hasSize(7);
    WorkflowServiceStubs temporal = TemporalConnection.open(servers.temporalTarget());
    try (KubernetesClient user = servers.client();
        KubernetesClient worker = servers.workerClient();
        MemberFleet members =
            MemberFleet.start(user, KarmadaExample.read().members(), MemberBehaviour.ORDINARY);
        Sluice sluice = Sluice.start(worker, temporal, settings())) {
      for (String command : commands("## Begin")) {
        run(command);
      }
      create(commands);
      awaitImages(user, Map.of("member1", "nginx:1.28"));
      assertThat(run(commands.get(2))).contains("karmada-es-member1");

      run(commands.get(3));
      await()
          .atMost(Patience.MOST)
          .untilAsserted(() -> assertThat(run(commands.get(4))).contains("PendingUserChange"));
      assertThat(images(user)).isEqualTo(Map.of("member1", "nginx:1.28"));

      run(commands.get(5));
      awaitImages(
          user, Map.of("member2", "nginx:1.29", "member3", "nginx:1.29", "member4", "nginx:1.29"));
      assertThat(run(commands.get(6))).contains("karmada-es-member4");
      assertThat(sluice.modeMessage()).isNotEmpty();
      assertThat(members.manifest("member4", "apps/v1 Deployment shop/web")).isPresent();

      run("kubectl delete -f deploy/examples/karmada/touched -f deploy/examples/karmada/edited");
      await().atMost(Patience.MOST).untilAsserted(() -> assertThat(images(user)).isEmpty());

      // Deployments are watched by now, which would note one that is there before its policy.
      create(commands);
      awaitImages(user, Map.of("member1", "nginx:1.28"));
    } finally {
      TemporalConnection.close(temporal);
    }
  }

  private void create(List<String> commands) {
    run(commands.get(0));
    run(commands.get(1));
  }

  private Settings settings() {
    return Settings.DEFAULTS.with(
        all ->
            all.temporalNamespace(servers.temporalNamespace())
                .soakFloor(Duration.ofSeconds(1))
                .mode(ModeSetting.STANDALONE)
                .templates(Optional.of(TemplateSettings.DEFAULTS)));
  }

  private static void awaitImages(KubernetesClient hub, Map<String, String> wanted) {
    await().atMost(Patience.MOST).untilAsserted(() -> assertThat(images(hub)).isEqualTo(wanted));
  }

  private static Map<String, String> images(KubernetesClient hub) {
    Map<String, String> images = new TreeMap<>();
    KarmadaView.read(hub, WEB)
        .clusters()
        .forEach((cluster, held) -> images.put(cluster, held.content()));
    return images;
  }

  /** Runs a command as it is written for users, in the folder of the project. */
  private String run(String command) {
    String[] words = command.replace(" deploy/", " ../deploy/").split("\\s+");
    Kubectl.Output output =
        new Kubectl(servers, folder.resolve("cache"))
            .run(Stream.of(words).skip(1).toArray(String[]::new));
    assertThat(output.code()).as(command + ": " + output.output()).isZero();
    return output.output();
  }

  /** Returns the kubectl commands of a section of the manual. */
  private static List<String> commands(String section) throws IOException {
    String manual = Files.readString(Path.of("../docs/karmada.md"));
    return Stream.of(manual.substring(manual.indexOf(section)).split("```")[1].split("\n"))
        .map(line -> line.replaceAll("#.*", "").strip())
        .filter(line -> line.startsWith("kubectl "))
        .toList();
  }
}
