package io.sluice.control.queue;

import static java.util.Objects.requireNonNull;

import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices when another program that writes the same objects starts or stops, and has the objects
 * looked at then (policy-propagation 8.1, lazy-activation 2). That its Lease has expired is no
 * event on the hub.
 */
public final class WriterMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WriterMonitor.class);
  private final Supplier<Optional<String>> problem;
  private final String stopped;
  private final Runnable changed;
  private final FullPass checks;
  private volatile Optional<String> last = Optional.empty();

  /**
   * Creates it; {@link #start} starts it.
   *
   * @param name of the other program
   * @param every how often it is looked for
   * @param problem formats why nothing may be written; empty while the other does not run
   * @param stopped is logged when it has stopped
   * @param changed looks at all objects again
   */
  public WriterMonitor(
      String name,
      Duration every,
      Supplier<Optional<String>> problem,
      String stopped,
      Runnable changed,
      ProcessTime time) {
    this.problem = requireNonNull(problem, "problem is null");
    this.stopped = requireNonNull(stopped, "stopped is null");
    this.changed = requireNonNull(changed, "changed is null");
    this.checks = new FullPass(name, every, this::look, time);
  }

  public void start() {
    checks.ask();
  }

  /** Has it looked for soon. */
  public void leaseChanged() {
    checks.ask();
  }

  /** Looks, as {@link #look} does, and returns whether nothing forbids to write. */
  public boolean free() {
    return look().isEmpty();
  }

  /** Formats why nothing was allowed to be written at the last look. */
  public Optional<String> last() {
    return last;
  }

  /**
   * Looks whether the other program runs. If it has started or stopped since the last look, logs
   * that and has all objects looked at again.
   *
   * @return why nothing may be written; empty while the other does not run
   */
  public Optional<String> look() {
    Optional<String> now = problem.get();
    synchronized (this) {
      boolean same = last.isPresent() == now.isPresent();
      last = now;
      if (same) {
        return now;
      }
    }
    now.ifPresentOrElse(text -> LOG.warn("{}", text), () -> LOG.info("{}", stopped));
    changed.run();
    return now;
  }

  @Override
  public void close() {
    checks.close();
  }
}
