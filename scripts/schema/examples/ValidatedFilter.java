import com.example.edge.ValidatedFilter;
import com.example.edge.ValidatedFilterArgs;
import com.pulumi.Pulumi;

public final class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var admin = new ValidatedFilter("admin", ValidatedFilterArgs.builder()
                .expression("http.request.uri.path eq \"/admin\" and not ip.src in {192.0.2.0/24}")
                .build());
            ctx.export("fields", admin.fields());
        });
    }
}
