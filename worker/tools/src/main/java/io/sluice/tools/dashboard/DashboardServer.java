package io.sluice.tools.dashboard;

import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.tools.page.read.RunInstants;
import io.sluice.tools.page.read.TemporalInstants;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the pages of rollouts on the loopback address, with the rights of one person on the hub.
 *
 * <p>{@link SessionGuard} lets only that person in, and {@link PersonalDashboard} answers.
 */
public final class DashboardServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DashboardServer.class);

  private final LoopbackListener listener;
  private final SessionGuard guard;
  private final Optional<TemporalInstants> temporal;
  private final PersonalDashboard dashboard;

  private DashboardServer(
      KubernetesClient client, DashboardSettings settings, LoopbackListener listener) {
    this.listener = listener;
    this.guard = new SessionGuard(listener.port());
    this.temporal = settings.temporal().map(TemporalInstants::of);
    this.dashboard =
        new PersonalDashboard(
            client,
            settings,
            temporal.<RunInstants>map(asked -> asked).orElse(RunInstants.NOT_ASKED),
            new DashboardPages(settings.hub(), guard.guard(), Optional.empty()),
            guard);
    listener.start(this::answer);
  }

  /**
   * Starts it.
   *
   * @throws IllegalStateException if it cannot listen there
   */
  public static DashboardServer start(KubernetesClient client, DashboardSettings settings) {
    return new DashboardServer(client, settings, LoopbackListener.open(settings.port()));
  }

  /** Returns the address that lets its reader in; it holds a secret. */
  public String address() {
    return "http://127.0.0.1:%d/?token=%s".formatted(port(), guard.token());
  }

  /** Returns the address that lets one browser in, once, wherever it finds it. */
  public String ticketAddress() {
    return "http://127.0.0.1:%d/?ticket=%s".formatted(port(), guard.ticket());
  }

  public int port() {
    return listener.port();
  }

  /** Returns the namespaces that it shows; empty: all. */
  public Optional<List<String>> namespaces() {
    return dashboard.namespaces();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      ResponseWriter.secure(exchange);
      if (guard.redeems(exchange.getRequestHeaders(), exchange.getRequestURI())) {
        guard.admit(exchange);
        // After a redirect from elsewhere browsers do not send the cookie; from a page they do.
        exchange.getResponseHeaders().set("Refresh", "0; url=/");
        ResponseWriter.page(exchange, 200, DashboardPages.entry());
        return;
      }
      Optional<String> refusal = guard.foreign(exchange.getRequestHeaders());
      if (refusal.isPresent()) {
        ResponseWriter.page(exchange, 403, DashboardPages.refusal(refusal.get()));
      } else if (guard.enters(exchange.getRequestURI())) {
        guard.admit(exchange);
        exchange.getResponseHeaders().set("Location", exchange.getRequestURI().getPath());
        exchange.sendResponseHeaders(303, -1);
      } else if (!guard.knows(exchange.getRequestHeaders())) {
        ResponseWriter.page(
            exchange,
            401,
            DashboardPages.refusal(
                "Cannot answer: this browser is not let in. Open the address that sluice dashboard"
                    + " printed."));
      } else {
        dashboard.answer(exchange);
      }
    } catch (IOException e) {
      // The browser went on: it closes its streams at any time.
      LOG.debug("A page is gone: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("A request failed: {}", exchange.getRequestURI().getPath(), e);
      throw e;
    }
  }

  @Override
  public void close() {
    dashboard.close();
    listener.stop();
    temporal.ifPresent(TemporalInstants::close);
  }
}
