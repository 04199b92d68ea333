package io.sluice.simulator.gate;

import static io.sluice.simulator.SimulatorPatience.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Plays the contract on the kube-apiserver that {@code -Dsluice.real.kubeconfig} names, with the
 * admission policies of {@code deploy/gate}.
 */
@Tag("core")
class GateAdmissionIT extends GateContract {
  private static final String GATE = "../deploy/gate/gate.yaml";
  private static final String QUIET = "../deploy/gate/quiet/quiet.yaml";

  @BeforeAll
  static void require() {
    assumeTrue(!kubeconfig().isEmpty(), "-Dsluice.real.kubeconfig names no API server");
  }

  /** Read late: an extension sets it before the first test. */
  private static String kubeconfig() {
    return System.getProperty("sluice.real.kubeconfig", "");
  }

  @Override
  void gate(boolean quiet) {
    try (KubernetesClient admin = client("admin")) {
      objects(GATE).forEach(object -> admin.resource(object).serverSideApply());
      if (quiet) {
        objects(QUIET).forEach(object -> admin.resource(object).serverSideApply());
      } else {
        objects(QUIET).forEach(object -> admin.resource(object).delete());
      }
    }
    awaitEffect(quiet);
  }

  /** A policy of admission takes a moment to count, and one more to count no longer. */
  private void awaitEffect(boolean quiet) {
    GenericKubernetesResource standing = replica("one");
    standing.getMetadata().setName("policies.effect");
    try (KubernetesClient worker = client(WORKER);
        KubernetesClient other = client("somebody")) {
      await().until(() -> refused(() -> other.resource(standing).dryRun().create()));
      GenericKubernetesResource changed = worker.resource(standing).create();
      changed.setAdditionalProperty("spec", replica("two").getAdditionalProperties().get("spec"));
      await().until(() -> refused(() -> other.resource(changed).dryRun().update()) != quiet);
      other.resource(standing).delete();
    }
  }

  private static boolean refused(Runnable write) {
    try {
      write.run();
      return false;
    } catch (KubernetesClientException e) {
      if (e.getCode() != 403) {
        throw e;
      }
      return true;
    }
  }

  private static List<GenericKubernetesResource> objects(String file) {
    try {
      return Stream.of(Files.readString(Path.of(file)).split("(?m)^---$"))
          .map(text -> Serialization.unmarshal(text, GenericKubernetesResource.class))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  KubernetesClient client(String user, String... groups) {
    Config config =
        new ConfigBuilder(Config.fromKubeconfig(new File(kubeconfig())))
            .withRequestRetryBackoffLimit(0)
            .withImpersonateUsername(user)
            .withImpersonateGroups(
                Stream.concat(Stream.of("system:masters"), Stream.of(groups))
                    .toArray(String[]::new))
            .build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  @Override
  void end() {
    try (KubernetesClient admin = client("admin")) {
      Stream.of(QUIET, GATE)
          .flatMap(file -> objects(file).stream())
          .forEach(object -> admin.resource(object).delete());
    }
  }
}
