import com.example.edge.GatewayEndpoint;
import com.example.edge.GatewayEndpointArgs;
import com.pulumi.Pulumi;

public final class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var staging = new GatewayEndpoint("staging", GatewayEndpointArgs.builder().network("sepolia").build());
            ctx.export("url", staging.url());
        });
    }
}
