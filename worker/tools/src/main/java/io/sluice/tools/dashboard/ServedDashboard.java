package io.sluice.tools.dashboard;

import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.process.http.HttpListener;
import io.sluice.process.http.RequestLimits;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.page.read.RunInstants;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the pages of rollouts to several persons, to each with the rights of a token of the hub
 * that the person has.
 *
 * <p>The hub says by a TokenReview whose token it is, which takes the one right of the process.
 * Everything else is asked of the hub with that token: who may not see or change something is
 * refused by the hub itself. {@link PersonSessions} keeps who has signed in, {@link
 * PersonalDashboard} answers.
 */
public final class ServedDashboard implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServedDashboard.class);
  private static final Pattern ACCOUNT = Pattern.compile("system:serviceaccount:([^:]+):[^:]+");

  /** Open pages have one each, as long as they are open. */
  private static final int REQUESTS = 256;

  private static final RequestLimits LIMITS =
      RequestLimits.STANDARD.withBodyBytes(16 * 1024).withoutEndOfAnswers().withRequests(REQUESTS);

  private final KubernetesClient own;
  private final PersonClients clients;
  private final DashboardSettings settings;
  private final boolean https;
  private final PersonSessions sessions;
  private final HttpListener listener;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "dashboard-sessions");
            thread.setDaemon(true);
            return thread;
          });

  private ServedDashboard(Config hub, ServeSettings settings, HttpListener listener, Clock clock) {
    this.own = HubOptions.client(hub);
    this.clients = new PersonClients(hub);
    this.settings = settings.dashboard();
    this.https = settings.certificate().isPresent();
    this.sessions = new PersonSessions(new TokenReviews(own, clock), this::dashboard, clock);
    this.listener = listener;
    timer.scheduleWithFixedDelay(() -> lookAfter(settings), 1, 1, TimeUnit.MINUTES);
    listener.serve("/", this::answer);
    listener.start();
  }

  /**
   * Starts it.
   *
   * @param hub with credentials that may create TokenReviews
   * @throws IllegalStateException if it cannot listen there
   */
  public static ServedDashboard start(Config hub, ServeSettings settings, Clock clock) {
    InetSocketAddress listen =
        new InetSocketAddress(settings.address(), settings.dashboard().port());
    try {
      HttpListener listener =
          settings.certificate().isPresent()
              ? HttpListener.open(
                  listen, "dashboard", LIMITS, settings.certificate().get().context())
              : HttpListener.open(listen, "dashboard", LIMITS);
      return new ServedDashboard(hub, settings, listener, clock);
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot serve the dashboard on %s:%d: %s. Choose another with --address or --port (0 takes any free one)."
              .formatted(listen.getHostString(), listen.getPort(), e.getMessage()),
          e);
    }
  }

  /** What fails once is tried again a minute later. */
  private void lookAfter(ServeSettings settings) {
    try {
      sessions.expire();
      settings.certificate().ifPresent(ServerCertificate::renew);
    } catch (RuntimeException e) {
      LOG.warn("Cannot end the sessions that nobody uses: {}.", e.getMessage(), e);
    }
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return listener.address();
  }

  /** Returns how many have signed in. */
  int sessions() {
    return sessions.size();
  }

  private PersonalDashboard dashboard(PersonSession session, List<String> chosen) {
    KubernetesClient client = clients.of(session.token());
    List<String> offered =
        chosen.isEmpty() ? WatchedRollouts.readable(client, settings.namespaces()) : chosen;
    Matcher account = ACCOUNT.matcher(session.user());
    return new PersonalDashboard(
        client,
        settings.of(
            offered.isEmpty() ? settings.namespaces() : offered,
            account.matches() ? account.group(1) : settings.fallback()),
        RunInstants.NOT_ASKED,
        new DashboardPages(
            settings.hub(),
            session.guard(),
            Optional.of(session.user()).filter(user -> session.signsOut())),
        session);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    try (exchange) {
      ResponseWriter.secure(exchange);
      if (path.equals("/healthz")) {
        ResponseWriter.json(exchange, new ApiAnswer(200, "{}"));
      } else if (RequestSource.isForeign(
          exchange.getRequestMethod(), exchange.getRequestHeaders())) {
        ResponseWriter.page(
            exchange,
            403,
            DashboardPages.refusal(
                "Cannot answer: another site asked. Open the dashboard itself."));
      } else {
        respond(exchange, path);
      }
    } catch (IOException e) {
      // The browser went on: it closes its streams at any time.
      LOG.debug("A page is gone: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("A request failed: {}", path, e);
      throw e;
    }
  }

  private void respond(HttpExchange exchange, String path) throws IOException {
    try {
      route(exchange, path);
    } catch (KubernetesClientException e) {
      ApiAnswer failed = ApiAnswer.failed("Cannot check who you are", e);
      LOG.warn("A request failed: {}: {}", path, failed.json());
      ResponseWriter.json(exchange, failed);
    } catch (TokenReviews.Busy e) {
      ResponseWriter.json(exchange, ApiAnswer.failed(503, e.getMessage()));
    }
  }

  private void route(HttpExchange exchange, String path) throws IOException {
    boolean post = exchange.getRequestMethod().equals("POST");
    if (post && path.equals("/sign-in")) {
      signIn(exchange);
      return;
    }
    Optional<PersonSession> session = sessions.of(exchange.getRequestHeaders());
    if (post && path.equals("/sign-out")) {
      signOut(exchange, session);
      return;
    }
    Optional<PersonalDashboard> dashboard = session.flatMap(PersonSession::dashboard);
    if (dashboard.isPresent()) {
      dashboard.get().answer(exchange);
    } else if (path.startsWith(ApiPaths.API)) {
      ResponseWriter.json(
          exchange,
          ApiAnswer.failed(
              401, "Cannot answer: you are not signed in any more. Load the page again."));
    } else if (path.equals("/") || ApiPaths.rollout(path).isPresent()) {
      ResponseWriter.page(exchange, 401, DashboardPages.signIn(path, ""));
    } else {
      ResponseWriter.page(
          exchange, 404, DashboardPages.refusal("Cannot answer: there is no such page."));
    }
  }

  private void signIn(HttpExchange exchange) throws IOException {
    String form = body(exchange);
    Optional<String> cookie =
        sessions.signIn(field(form, SignInForm.TOKEN), names(field(form, SignInForm.NAMESPACES)));
    if (cookie.isEmpty()) {
      ResponseWriter.page(
          exchange,
          401,
          DashboardPages.signIn(
              "/",
              "Cannot sign in: the hub does not accept this token. It may have expired, or may be"
                  + " for another audience than the API server."));
      return;
    }
    setCookie(exchange, cookie.get(), "");
    redirect(exchange);
  }

  private void signOut(HttpExchange exchange, Optional<PersonSession> session) throws IOException {
    String guard = field(body(exchange), "guard");
    if (session.filter(one -> Secret.equal(one.guard(), guard)).isEmpty()) {
      ResponseWriter.page(
          exchange,
          403,
          DashboardPages.refusal(
              "Cannot sign out: the request does not come from a page of this dashboard."));
      return;
    }
    sessions.end(session.get());
    setCookie(exchange, "", "; Max-Age=0");
    redirect(exchange);
  }

  /** Without a path it is of the folder of this request, as the browser sees it behind a proxy. */
  private void setCookie(HttpExchange exchange, String value, String more) {
    boolean secure =
        https || "https".equals(exchange.getRequestHeaders().getFirst("X-Forwarded-Proto"));
    exchange
        .getResponseHeaders()
        .add(
            "Set-Cookie",
            "%s=%s; HttpOnly; SameSite=Strict%s%s"
                .formatted(PersonSessions.COOKIE, value, secure ? "; Secure" : "", more));
  }

  private static void redirect(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Location", "./");
    exchange.sendResponseHeaders(303, -1);
  }

  private static String body(HttpExchange exchange) throws IOException {
    return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** What is no form has no fields; nothing of it is said, as it may hold a token. */
  private static String field(String form, String name) {
    try {
      return ApiPaths.parameter(form, name).orElse("").strip();
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private static List<String> names(String list) {
    return Arrays.stream(list.split("[,\\s]+"))
        .filter(name -> name.matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"))
        .limit(50)
        .toList();
  }

  @Override
  public void close() {
    timer.shutdownNow();
    sessions.close();
    listener.close();
    clients.close();
    own.close();
  }
}
