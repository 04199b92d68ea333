package io.sluice.control.rollout;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.RolloutTarget;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;

/**
 * A target of attempts on a hub in memory, with its controller and a Temporal that only keeps what
 * it is sent: the test plays the runs.
 */
public interface AttemptLife extends AutoCloseable {
  FakeRuns runs();

  RolloutTarget target();

  /** Creates what is rolled out, and starts the controller. */
  void start();

  /** Lets time pass until this holds. */
  void soon(ThrowingRunnable check);

  /** Lets that much time pass. */
  void pass(Duration span);

  /** Returns the Rollout object; null while there is none. */
  GenericKubernetesResource rollout();

  /** Writes the object with its status. */
  void writeStatus(GenericKubernetesResource rollout);

  void deleteRollout();

  /** Returns what was reported, as reason and note. */
  List<String> events();

  @Override
  void close();
}
