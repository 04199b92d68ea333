package io.sluice.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.sluice.hub.http.AllowedAddresses;
import io.sluice.hub.http.WebhookSignature;
import io.sluice.process.ReceivingServer.Received;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tells receivers, good and bad ones, on real servers (between-waves 5). */
@Timeout(400)
class NotificationIT {
  private static final String KEY = "kept by both";

  @TempDir private Path folder;

  private final LocalTestServers servers = new LocalTestServers();
  private ReceivingServer receivers;

  @BeforeEach
  void open() throws IOException {
    receivers = new ReceivingServer();
  }

  @AfterEach
  void close() {
    receivers.close();
  }

  private Settings settings() {
    return RolloutFixture.QUICK.with(
        settings -> settings.checkAddresses(new AllowedAddresses(List.of(receivers.url()))));
  }

  private void rules(RolloutFixture fixture, String... names) {
    StringBuilder entries = new StringBuilder();
    for (String name : names) {
      entries.append("{name: %s, url: '%s/%s'}, ".formatted(name, receivers.url(), name));
    }
    fixture.rollout(
        "{notifications: [%s{name: signed, url: '%s/signed', secretRef: {name: hook}}]}"
            .formatted(entries, receivers.url()));
  }

  /** The administrator of a namespace lets the worker read one Secret in it. */
  private static void secret(RolloutFixture fixture) {
    Secret secret =
        new SecretBuilder()
            .withNewMetadata()
            .withName("hook")
            .addToLabels("sluice.io/check", "true")
            .endMetadata()
            .addToData("key", Base64.getEncoder().encodeToString(KEY.getBytes(UTF_8)))
            .build();
    fixture.client().secrets().inNamespace(fixture.namespace()).resource(secret).create();
    fixture
        .client()
        .rbac()
        .roles()
        .inNamespace(fixture.namespace())
        .resource(
            new RoleBuilder()
                .withNewMetadata()
                .withName("hook")
                .endMetadata()
                .withRules(
                    new PolicyRuleBuilder()
                        .withApiGroups("")
                        .withResources("secrets")
                        .withResourceNames("hook")
                        .withVerbs("get")
                        .build())
                .build())
        .create();
    fixture
        .client()
        .rbac()
        .roleBindings()
        .inNamespace(fixture.namespace())
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withName("hook")
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", "hook")
                .addNewSubject("rbac.authorization.k8s.io", "Group", "sluice-workers", "")
                .build())
        .create();
  }

  @Test
  void oneThatWasAwayGetsAllInOrderAndNoneHoldsAnotherOrTheRollout() {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .start(settings())
          .policy(
              "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}");
      secret(fixture);
      fixture.awaitPhase(Patience.MOST, "Done");
      receivers.breaks("away");
      receivers.hangs("hangs");
      receivers.answersMuch("large");
      receivers.redirects("elsewhere", servers.client().getMasterUrl() + "version");
      rules(fixture, "away", "hangs", "large", "elsewhere");
      WrittenNotices notices = new WrittenNotices(fixture);
      String[] all = {"away", "hangs", "large", "elsewhere", "signed"};
      List<String> ids = List.of(notices.add(all), notices.add(all), notices.add(all));

      Patience.await().until(() -> ids.equals(WrittenNotices.of(receivers.ids("signed"))));
      Patience.await().until(() -> ids.equals(WrittenNotices.of(receivers.ids("large"))));
      assertThat(receivers.received())
          .filteredOn(each -> each.receiver().equals("signed"))
          .allSatisfy(each -> assertThat(each.signature()).isEqualTo(signature(each)));
      fixture.stage("two");
      fixture.awaitDone(Patience.MOST, "two");
      assertThat(WrittenNotices.of(receivers.ids("away"))).isEmpty();

      receivers.takes("away");
      Patience.await().until(() -> ids.equals(WrittenNotices.of(receivers.ids("away"))));
      Patience.await()
          .until(
              () ->
                  notices.pending().stream()
                      .allMatch(
                          pending -> pending.endsWith(" hangs") || pending.endsWith(" elsewhere")));
      assertThat(WrittenNotices.of(receivers.ids("signed"))).as("each once").isEqualTo(ids);
      assertThat(receivers.ids("elsewhere")).isEmpty();
    }
  }

  private static String signature(Received notice) {
    String time = notice.signature().replaceFirst("^t=(\\d+),.*$", "$1");
    return WebhookSignature.of(
        notice.body(), KEY.getBytes(UTF_8), Instant.ofEpochSecond(Long.parseLong(time)));
  }

  @Test
  void whatALeaderWasKilledOverIsToldByTheNext() throws Exception {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1");
        WorkerJvm leader =
            WorkerJvm.start(
                servers.servers(),
                folder.resolve("leader.log"),
                "--soak-floor",
                "1s",
                "--check-addresses",
                receivers.url())) {
      patiently().until(leader::leads);
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .policy("one", "{type: Progressive, progressive: {progressDeadline: 5m}}");
      fixture.awaitPhase(WorkerJvm.START, "Done");
      receivers.hangs("hook");
      fixture.rollout("{notifications: [{name: hook, url: '%s/hook'}]}".formatted(receivers.url()));
      WrittenNotices notices = new WrittenNotices(fixture);
      List<String> ids = List.of(notices.add("hook"), notices.add("hook"));
      patiently().until(() -> receivers.requests("hook") > 0);
      leader.kill();
      receivers.takes("hook");

      fixture.start(settings());
      patiently().until(() -> ids.equals(WrittenNotices.of(receivers.ids("hook"))));
      patiently().until(() -> notices.pending().isEmpty());
    }
  }

  private static ConditionFactory patiently() {
    return Patience.await().atMost(WorkerJvm.START);
  }
}
