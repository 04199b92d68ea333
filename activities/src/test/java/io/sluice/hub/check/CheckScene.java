package io.sluice.hub.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.check.CheckDefinition;
import io.sluice.check.CheckKey;
import io.sluice.check.CheckReply;
import io.sluice.check.CheckRule;
import io.sluice.check.CheckStage;
import io.sluice.check.CheckTarget;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.HubPatience;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.Yaml;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.http.AddressGuard;
import io.sluice.hub.http.AllowedAddresses;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.Counts;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.CheckActivities.CheckQuestion;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Asks checks of a Rollout in namespace {@code default}, whose group prod has two clusters. */
final class CheckScene implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  static final GroupKey PROD = new GroupKey("all", "prod", 1);

  private final EmbeddedHub server = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(server.url());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, GenericKubernetesResource> clusters = new HashMap<>();
  private final List<String> allowed;
  private String hash = "h1";

  /**
   * @param allowed prefixes of URLs
   */
  CheckScene(String... allowed) {
    this.allowed = List.of(allowed);
  }

  HubApi hub() {
    return new HubApi(client);
  }

  /** Has the settings change after the question was asked. */
  void changeCheck() {
    hash = "h2";
  }

  void cluster(String name, String labels) {
    clusters.put(
        name,
        Yaml.object(
            "{kind: ManagedCluster, metadata: {name: %s, labels: %s}}".formatted(name, labels)));
  }

  void secret(String name, String labels, Map<String, String> values) {
    GenericKubernetesResource secret =
        Yaml.object(
            "{apiVersion: v1, kind: Secret, metadata: {name: %s, namespace: default, labels: %s}}"
                .formatted(name, labels));
    Map<String, String> data = new HashMap<>();
    values.forEach(
        (key, value) -> data.put(key, Base64.getEncoder().encodeToString(value.getBytes(UTF_8))));
    secret.setAdditionalProperty("data", data);
    hub().create(Kinds.SECRET, secret);
  }

  CheckReply ask(CheckTarget target) {
    return ask(target, HubPatience.MOST);
  }

  CheckReply ask(CheckTarget target, Duration timeout) {
    CheckRule rule =
        new CheckRule(
            "budget",
            Optional.empty(),
            List.of(),
            null,
            timeout,
            1,
            Optional.empty(),
            null,
            List.of(),
            hash);
    return new CheckAsker(
            client,
            new Rollouts(List.of(new CheckDefinition(rule, target))),
            new AddressGuard(
                new AllowedAddresses(allowed),
                URI.create("https://api.example.com"),
                InetAddress::getAllByName),
            new HubName("eu"),
            new QuestionTimer(threads, () -> {}),
            Clock.fixed(NOW, ZoneOffset.UTC))
        .ask(question());
  }

  static CheckQuestion question() {
    return new CheckQuestion(
        new AttemptRef(
            new PolicyName("default", "web-tls"),
            "uid-7",
            7,
            new PolicyVersion("p", 3, "c"),
            "s",
            false),
        new CheckKey("budget", "h1", PROD, CheckStage.BEFORE),
        new Counts(2, 2, 0, 0, 0, 0, 0, 0, 0));
  }

  private final class Rollouts implements CheckedRollouts {
    private final List<CheckDefinition> checks;

    Rollouts(List<CheckDefinition> checks) {
      this.checks = checks;
    }

    @Override
    public List<CheckDefinition> checks(RolloutTarget target) {
      return checks;
    }

    @Override
    public List<DecisionGroup> groups(RolloutTarget target) {
      return List.of(
          new DecisionGroup(new GroupKey("all", "dev", 0), List.of("c0")),
          new DecisionGroup(PROD, List.of("c1", "c2")));
    }

    @Override
    public Optional<GenericKubernetesResource> managedCluster(String name) {
      return Optional.ofNullable(clusters.get(name));
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    client.close();
    server.close();
  }
}
